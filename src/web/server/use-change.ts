// The only way for a component to change something on the server. What an answer does to the screen belongs to the component that
// sent the change: once the person has gone on, a late answer closes, opens and resets nothing. Toasts and refetches happen
// anyway (query-client.ts).
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { saveFile } from '#web/components/files/save-file.ts';
import { shownSession } from './calls.ts';
import { applyOptimistically, type Rollback } from './optimistic.ts';

export interface Change<Data, Variables, Row> {
  send: (variables: Variables) => Promise<Data>;
  /** The toast of a success, if there is one, with the function that undoes the change, if it can be undone. */
  done?: string | ((data: Data) => string | undefined);
  undo?: (data: Data, variables: Variables) => (() => void) | undefined;
  /** The beginning of the toast of a failure. */
  failed?: string;
  /** True for a failure that the component explains itself. After it is gone, a toast says it. */
  isShownInPlace?: (error: unknown, variables: Variables) => boolean;
  /** Shows the change before the server has answered, in these lists. It is rolled back if the server refuses. */
  optimistic?: { shownIn: readonly QueryKey[]; edit: (row: Row, variables: Variables) => Row | null };
  /** What is fetched again only after the answer: the news of the change would take the component away before that. */
  heldBack?: readonly QueryKey[];
  /** Changes with the same queue wait for each other. Without one, a change is ignored while the previous one is on its way. */
  queue?: string;
  /** These run only while the component is still on the screen, on the page and for the person that it sent the change from. */
  onDone?: (data: Data, variables: Variables) => void;
  onRefused?: (error: Error, variables: Variables) => void;
  /**
   * Runs in the place of `onDone` once the person has gone on, unless to somebody else’s session: it tells in a toast what only the
   * component would have shown.
   */
  onMissed?: (data: Data, variables: Variables) => void;
  /** The file to save on the person's computer, whatever page they are on by then, unless they have signed out. */
  saves?: (data: Data, variables: Variables) => File;
  /** Runs wherever the person is by then, and only touches what was sent: it discards the draft that is now stored. */
  afterwards?: (data: Data, variables: Variables) => void | Promise<unknown>;
}

type Sent = {
  isFromHere: () => boolean;
  isOfPerson: () => boolean;
  /** Somebody else has signed in at this browser, and is shown nothing about this change. */
  isOfAnother: () => boolean;
  rollback: Rollback | undefined;
};

/** A component that shows one record after another needs the record's id as its `key`: each instance owns its own changes. */
export function useChange<Data, Variables = void, Row = never>(change: Change<Data, Variables, Row>) {
  const { send, done, undo, failed, isShownInPlace, optimistic, heldBack = [], queue, ...on } = change;
  const { onDone, onRefused, onMissed, saves, afterwards } = on;
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const isBusy = useRef(false);
  const mutation = useMutation<Data, Error, Variables, Sent>({
    mutationFn: send,
    ...(queue !== undefined && { scope: { id: queue } }),
    meta: {
      done,
      failed,
      undo,
      shownIn: [...(optimistic?.shownIn ?? []), ...heldBack],
      isShownInPlace: (error: unknown, sent: Sent | undefined, variables: Variables) =>
        sent?.isFromHere() === true && isShownInPlace?.(error, variables) === true,
    },
    onMutate: async (variables) => {
      // A page that is being left stays mounted until the next one has loaded.
      const { pathname } = location;
      const person = shownSession.userId;
      const isOfPerson = () => shownSession.userId === person;
      const isFromHere = () => isMounted.current && location.pathname === pathname && isOfPerson();
      const isOfAnother = () => person !== undefined && (shownSession.userId ?? person) !== person;
      return {
        isFromHere,
        isOfPerson,
        isOfAnother,
        rollback:
          optimistic && (await applyOptimistically(optimistic.shownIn, (row: Row) => optimistic.edit(row, variables))),
      };
    },
    onSuccess: (data, variables, { isFromHere, isOfPerson, isOfAnother }) => {
      // The answer is there, and the next change may follow from it at once.
      isBusy.current = false;
      if (isFromHere()) onDone?.(data, variables);
      else if (!isOfAnother()) onMissed?.(data, variables);
      if (saves && isOfPerson()) saveFile(saves(data, variables));
      return afterwards?.(data, variables);
    },
    onError: (error, variables, sent) => {
      isBusy.current = false;
      sent?.rollback?.();
      if (sent?.isFromHere()) onRefused?.(error, variables);
    },
  });
  const mutate = (variables: Variables): void => {
    if (queue === undefined && isBusy.current) return;
    isBusy.current = true;
    mutation.mutate(variables);
  };
  const { data, error, variables, isPending, isIdle, isSuccess, reset } = mutation;
  /** Also before `isPending` is drawn: a busy phone hands over both taps of a double tap first. */
  const isSending = () => isBusy.current;
  return { send: mutate, isSending, data, error, variables, isPending, isIdle, isSuccess, reset };
}
