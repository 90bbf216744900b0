/** Deterministic hash of a text, used as pseudo-random number. */
export const hashText = (text: string): number => {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619) >>> 0;
  }
  return hash;
};
