/** Header of answers while the demonstration is still told: the percentage that is there. */
const header = 'X-Demo-Told';

let told: string | null = null;
const listeners = new Set<() => void>();

/** Percentage of the demonstration that the server last said is told; null once all of it is. */
export const demoTold = {
  get: (): string | null => told,
  hear(headers: Headers): void {
    const heard = headers.get(header);
    if (heard === told) return;
    told = heard;
    for (const changed of listeners) changed();
  },
  watch(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
