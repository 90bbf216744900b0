/** How many letters must be changed, added or taken away to make one text of the other. */
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

/** Characters of a name up to which a typing error is looked for. */
const longest = 60;

/** The name that was probably meant, whatever the case of its letters; undefined when none is near. */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  if (name.length > longest) return undefined;
  const most = Math.max(1, Math.floor(name.length / 3));
  const rated = [...names]
    .filter((other) => other.length <= longest)
    .map((other) => ({ other, far: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best] = rated;
  return best && best.far <= most ? best.other : undefined;
};
