/** Where a figure is. */
export interface QueueScopeStep {
  /** The number of the step on screen, from 1 on. */
  position: number;
  /** How many steps there are. */
  steps: number;
  /** The instant of the step on screen, in seconds. */
  time: number;
  /** Whether steps follow by themselves. */
  playing: boolean;
}

/** A text that has become another one. */
export interface QueueScopeChange {
  scenario: string;
}

/** What is wrong with the text or the attributes, or why there is no figure: a sentence each. */
export interface QueueScopeError {
  messages: string[];
}

/** The events of a figure, beside those of every element. */
export interface QueueScopeEventMap {
  /** Another step is on screen. */
  step: CustomEvent<QueueScopeStep>;
  /** The text was edited. */
  change: CustomEvent<QueueScopeChange>;
  /** Something is wrong. */
  error: CustomEvent<QueueScopeError>;
}

/** `<queue-scope>`: a scenario as a figure that can be stepped through. */
export interface QueueScopeElement extends HTMLElement {
  /** The text of the scenario. */
  scenario: string;
  /** The number of the step on screen, from 1 on; 0 while there is none. */
  readonly position: number;
  /** How many steps there are; 0 while there are none. */
  readonly steps: number;
  /** The instant of the step on screen, in seconds. */
  readonly time: number;
  /** Whether steps follow by themselves. */
  readonly playing: boolean;
  /** Loads the figure, if it is not there yet. It does so by itself when it comes near the window. */
  load(): void;
  /** Goes so many steps on: one, unless said otherwise. */
  step(count?: number): void;
  /** Goes so many steps back: one, unless said otherwise. */
  back(count?: number): void;
  /** Goes to the last step at or before an instant, in seconds. */
  seek(seconds: number): void;
  /** Lets steps follow by themselves. */
  play(): void;
  /** Stops that. */
  pause(): void;

  addEventListener<K extends keyof QueueScopeEventMap>(
    type: K,
    listener: (this: QueueScopeElement, event: QueueScopeEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends Exclude<keyof HTMLElementEventMap, keyof QueueScopeEventMap>>(
    type: K,
    listener: (this: QueueScopeElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof QueueScopeEventMap>(
    type: K,
    listener: (this: QueueScopeElement, event: QueueScopeEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<K extends Exclude<keyof HTMLElementEventMap, keyof QueueScopeEventMap>>(
    type: K,
    listener: (this: QueueScopeElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "queue-scope": QueueScopeElement;
  }
}
