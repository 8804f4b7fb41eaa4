/** Microseconds since the start, or a length of time in microseconds. */
export type Micros = number;

/** What `parse` returns. */
export type ParseResult = { ok: true; scenario: Scenario } | { ok: false; errors: Diagnostic[] };

/** What is wrong at one place of a text. Lines and columns count from 1, the span counts bytes from 0. */
export interface Diagnostic {
  line: number;
  column: number;
  span: { start: number; end: number };
  message: string;
  expected: string[];
  suggestion: string | null;
  sourceLine: string;
  sourceColumn: number;
}

/** What `new Replay` throws where the text has errors. */
export interface ScenarioError extends Error {
  errors: Diagnostic[];
}

/** How a scenario is carried out. */
export interface ReplayOptions {
  /** Classifies each message as it arrives, in place of the rules of the text: a pure function. */
  onEnqueue?: (message: {
    headers: Record<string, string>; fairness: string | null; weight: number;
  }) => Classification | null | undefined;
}

/** What a classifier says of a message; what it leaves out stays as it is. */
export interface Classification {
  attributes?: Record<string, string>;
  fairnessKey?: string;
  weight?: number;
}

/** A scenario: its JSON form, without the version. What is absent has not been said. */
export interface Scenario {
  title?: string;
  queue: {
    name: string;
    order: "unordered" | "ordered" | { by: Key[] };
    missingKey: "reject" | "unordered";
    lease: Micros;
    maxAttempts: number;
    backoff: "none" | { fixed: Micros } | { exponential: { first: Micros; most: Micros } };
    onFailure: { cause?: "nack" | "expiry"; fromAttempt: number; action: { retry: Micros } | "deadLetter" }[];
    quantum: number;
    takeTurns: boolean;
    onEnqueue?: { sets: Sets; when?: [string, string] }[];
    shards?: { count: number; by: Key[] };
    batchesOf?: number;
    durability?: "fast";
    reclaimGrace?: Micros;
  };
  workers: { name: string; takes: number }[];
  throttles: {
    name: string;
    from?: string;
    limits: (
      | { window: { count: number; per: Micros } }
      | { rate: { count: number; per: Micros; burst: number } }
    )[];
    by?: Key[];
    missingUnthrottled: boolean;
  }[];
  script: { at: Micros; action: Action }[];
  work: {
    takes?: { least: Micros; most: Micros };
    failPercent?: number;
    seed?: number;
    rules: {
      pattern: string;
      says: { takes: { least: Micros; most: Micros } } | { fails: { times?: number; retryAfter?: Micros } };
    }[];
  };
  notes: { at: Micros; text: string }[];
  until?: Micros;
  expect: { at?: Micros; claim: Claim }[];
}

/** What messages are told apart by. */
export type Key = { header: string } | { attribute: string } | "fairnessKey";

/** What a rule of a classifier sets. */
export type Sets =
  | { attribute: { name: string; from: string } }
  | { fairnessKey: { from: string } }
  | { weight: number };

/** What happens at an instant. */
export type Action =
  | { send: { messages: Sent[]; every?: Micros } }
  | { ack: { worker: string; message?: string } }
  | { nack: { worker: string; message?: string; retryAfter?: Micros } }
  | { reject: { worker: string; message?: string } }
  | { extend: { worker: string; message?: string; by: Micros } }
  | { crash: { worker: string } }
  | { return: { worker: string } }
  | { join: { worker: string; taking: number } }
  | { leave: { worker: string } }
  | { redrive: Selection }
  | { purge: Selection }
  | { deadLetter: { message: string } }
  | { cutOff: { worker: string; lasting: Micros } }
  | "leaderCrash";

/** Which dead letters. */
export type Selection = "all" | { first: number } | { message: string };

/** A message that is sent, or those from `id` to `to`; `key` is the value of the one header that orders the queue. */
export interface Sent {
  id: string;
  to?: string;
  key?: string;
  headers?: [string, string][];
  fairness?: string;
  weight?: number;
  delay?: Micros;
}

/** What is expected. */
export type Claim =
  | { has: { worker: string; messages: string[] } }
  | { idle: { worker: string } }
  | { waits: { message: string } }
  | { waitsBehind: { message: string; behind: string } }
  | { waitsUntil: { message: string; until: Micros } }
  | { waitsForThrottle: { message: string; throttle: string } }
  | { waitsForWorker: { message: string } }
  | { waitsForTurn: { message: string } }
  | { waitsForReclaim: { message: string } }
  | { processedTwice: { messages: string[] } }
  | { dead: { messages: string[] } }
  | { done: { messages: string[] } }
  | { group: { key: string[]; deliveries: string[] } }
  | { deliveries: { messages: string[] } }
  | { maxInFlight: { key?: string[]; most: number } }
  | { deliveredBefore: { earlier: string; later: string } }
  | "nothingWaits"
  | "lostNothing";

/** A step of the run, the state after it, and what to say about it. */
export interface Current {
  step: Step | null;
  snapshot: Snapshot;
  narration: Phrase[];
  text: string;
}

/** An instant at which something happened. */
export interface Step {
  index: number;
  at: Micros;
  facts: Fact[];
  lines: number[];
  notes: string[];
}

/** Something that happened. */
export type Fact =
  | { kind: "arrived" | "eligible" | "redriven" | "purged"; message: string; lane: string }
  | { kind: "bucketHasRoom"; throttle: string; bucket: string }
  | {
      kind: "delivered"; message: string; lane: string; worker: string; attempt: number; until: Micros;
      batch: string | null;
    }
  | { kind: "processedTwice"; message: string; lane: string; worker: string; until: Micros }
  | { kind: "acked" | "rejected" | "returned"; message: string; lane: string; worker: string }
  | {
      kind: "nacked"; message: string; lane: string; worker: string; attempt: number;
      retryAfter: Micros | null; retryAt: Micros | null;
    }
  | { kind: "expired"; message: string; lane: string; worker: string; attempt: number; retryAt: Micros | null }
  | { kind: "extended"; message: string; lane: string; worker: string; by: Micros; until: Micros }
  | { kind: "deadLettered"; message: string; lane: string; reason: DeadReason; worksOn: Micros | null }
  | { kind: "joined" | "crashed" | "recovered" | "left" | "reconnected"; worker: string }
  | { kind: "cutOff"; worker: string; until: Micros }
  | { kind: "leaderCrashed"; heldUntil: Micros | null }
  | { kind: "leaseRestarted" | "reestablished"; message: string; lane: string; worker: string; until: Micros }
  | { kind: "leaseLost" | "leaseOver"; message: string; lane: string; worker: string }
  | { kind: "unresolved"; message: string; lane: string; worker: string; worksOn: Micros | null }
  | { kind: "reclaimEnded" }
  | { kind: "refused"; line: number | null; what: string; why: string };

export type DeadReason = "nacked" | "expired" | "failureRule" | "rejected" | "operator";

/** The state after a step. */
export interface Snapshot {
  at: Micros;
  counts: {
    enqueued: number; pending: number; inFlight: number; acked: number; deadLettered: number; purged: number;
  };
  workers: {
    name: string; credit: number; crashed: boolean; cutOff: Micros | null;
    holds: Held[]; lost: Held[]; stray: Held[];
  }[];
  left: string[];
  lanes: Lane[];
  throttles: { name: string; limits: string[]; buckets: Bucket[] }[];
  deadLetters: { message: string; lane: string; since: Micros; attempts: number; reason: DeadReason }[];
  reclaimUntil: Micros | null;
}

/** A message in flight, or one that was when its leader crashed; `batch` is the message that its batch began with. */
export interface Held {
  message: string; lane: string; worker: string; attempt: number; since: Micros; until: Micros; fresh: boolean;
  batch: string | null;
}

/** A group, or the messages without order. */
export interface Lane {
  name: string;
  kind: "group" | "queue" | "unordered";
  shard: number | null;
  inFlight: Held[];
  waiting: { message: string; attempts: number; reason: Reason }[];
  done: number;
  doneLatest: string[];
  dead: number;
}

/** Why a message waits. */
export type Reason =
  | { kind: "behindHead"; head: string }
  | { kind: "behindInFlight"; message: string; worker: string }
  | { kind: "notBefore"; at: Micros }
  | { kind: "heldForReclaim"; until: Micros }
  | { kind: "bucket"; throttle: string; bucket: string; until: Micros }
  | { kind: "otherTurn"; key: string }
  | { kind: "noCredit" | "nothing" };

/** A bucket of a throttle; `used` has a pair of used and of per limit. */
export interface Bucket {
  name: string; used: [number, number][]; fullUntil: Micros | null; waiting: number;
}

/** A part of a sentence. */
export type Phrase =
  | { kind: "text"; text: string }
  | { kind: "message"; name: string; lane: string }
  | { kind: "group" | "worker"; name: string };

/**
 * One delivery over the run; `end` has when and how it ended, `lost` from when until when its leader did not know of it, `twice` from when
 * until when it was processed elsewhere at once, `stray` until when its worker was at work on it though its leader had given it up.
 */
export interface Delivery {
  message: string; lane: string; worker: string; attempt: number; from: Micros;
  end: [Micros, "acked" | "nacked" | "expired" | "rejected" | "returned" | "deadLettered" | "unresolved"] | null;
  batch: string | null;
  lost: [Micros, Micros | null] | null;
  twice: [Micros, Micros] | null;
  stray: Micros | null;
}

/** Why a run ended. */
export type End =
  | { kind: "done" }
  | { kind: "quiet"; inFlight: number; pending: number }
  | { kind: "stepLimit"; steps: number }
  | { kind: "timeLimit"; at: Micros };
