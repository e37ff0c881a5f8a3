// One value that lives outside React, and the components that follow it. Every small store of the app is one of these.
import { useSyncExternalStore } from 'react';

export type Unsubscribe = () => void;

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls `listener` after every change. */
  subscribe: (listener: () => void) => Unsubscribe;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get);
