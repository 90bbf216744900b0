/** Returns the number of letters to change, add or remove to turn one text into the other. */
const distance = (a: string, b: string): number => {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const line = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const kept = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      line.push(Math.min(kept, (above[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[b.length] ?? 0;
};

/** Maximum number of characters of a name for which similar names are searched. */
const maxNameLength = 60;

/** Returns the most similar name, ignoring case; undefined if none is similar. */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  if (name.length > maxNameLength) return undefined;
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const rated = [...names]
    .filter((other) => other.length <= maxNameLength)
    .map((other) => ({ other, far: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best] = rated;
  return best && best.far <= maxDistance ? best.other : undefined;
};
