/** Runs the work under each name one after the other. Work under different names doesn't wait for each other. */
export function openTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = Promise.resolve(last.get(name)).then(work);
    const ended = turn.then(
      () => {},
      () => {},
    );
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return turn;
  };
}
