/** Response header with the percentage of the demonstration that is written; absent once complete. */
const header = 'X-Demo-Progress';

let percentage: string | null = null;
const listeners = new Set<() => void>();

/** Store of the percentage of the demonstration that the server last reported as written; null once complete. */
export const demoProgress = {
  get: (): string | null => percentage,
  read(headers: Headers): void {
    const reported = headers.get(header);
    if (reported === percentage) return;
    percentage = reported;
    for (const changed of listeners) changed();
  },
  watch(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
