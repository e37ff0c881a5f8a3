// What the tables of changes say about each.
import type { LateWorld, Who } from './world.ts';

export interface LateChange {
  change: string;
  /** The call that the button sends, or several. */
  calls: readonly string[];
  /** The calls are sent one after the other, so that the first can succeed and the second fail. */
  sendsSeveral?: true;
  as: Who;
  at: string;
  /** Before the page is opened. */
  prepare?: (world: LateWorld) => Promise<unknown>;
  /** Opens the dialog and types. */
  fill?: (world: LateWorld, text: string) => Promise<unknown>;
  /** The button that sends it, and if it has another name after a failure, that one. */
  send: string | RegExp | (() => Promise<unknown>);
  again?: string;
  /** The toast of a success, if there is one. */
  done?: string;
  /** Text on the page after a success, for a person who has stayed, if there is no toast. */
  says?: string;
  /** The toast of a success for a person who has gone on. */
  missed?: string;
  /** The success has a toast with Undo, and this is what that says. */
  undone?: string;
  /** The change can be made only once. */
  isGone?: true;
  /** Once the server has made the change, the same form can't be sent again. Another one can. */
  isSpent?: true;
  /** The dialog closes when it sends, or the choice is rolled back, so a refused change starts over. */
  closesAtOnce?: true;
  /** The tables that a second try adds to again, such as links whose first token nobody has seen. */
  repeated?: readonly string[];
  /** Another dialog or form of the same page. */
  other?: (world: LateWorld) => Promise<unknown>;
  /** What was typed outlives the session. So does what a change with a rival has typed. */
  outlives?: true;
  /** What somebody else changes meanwhile in the same record, and how to read it. */
  rival?: { change: (world: LateWorld) => Promise<unknown>; read: (world: LateWorld) => Promise<unknown> };
  /** Answers that the server can't give here: jsdom can't send files. */
  answers?: Record<string, (world: LateWorld) => unknown>;
}
