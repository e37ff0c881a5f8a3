/** What `work` results in, unless that takes longer. */
export async function within<T>(ms: number, work: Promise<T>, late: Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
