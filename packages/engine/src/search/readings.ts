/**
 * How Chinese is read: one syllable per character, in plain letters, `ü` as `v`. The dictionary of
 * readings takes some 20 MB, so it is loaded when the first text has to be read.
 */

/** Reads a run of Chinese characters. */
export interface Readings {
  /** The syllables of a text; words decide between several readings: 银行 is `yin hang`. */
  ofText(run: string): readonly string[];
  /** The syllables of a person's name: 单 as a family name is `shan`. */
  ofName(run: string): readonly string[];
}

let loading: Promise<Readings> | null = null;

const load = async (): Promise<Readings> => {
  const { pinyin } = await import('pinyin-pro');
  const plain = { toneType: 'none', type: 'array', v: true } as const;
  return {
    ofText: (run) => pinyin(run, plain),
    ofName: (run) => pinyin(run, { ...plain, mode: 'surname', surname: 'head' }),
  };
};

/** The readings, loaded once per process. */
export const loadReadings = (): Promise<Readings> => {
  loading ??= load();
  return loading;
};

/**
 * A function of texts that remembers what it made.
 * @param most texts that are remembered; then it forgets all of them.
 */
export const memoizeReadings = (
  read: (run: string) => readonly string[],
  most: number,
): ((run: string) => readonly string[]) => {
  const known = new Map<string, readonly string[]>();
  return (run) => {
    const old = known.get(run);
    if (old) return old;
    if (known.size >= most) known.clear();
    const made = read(run);
    known.set(run, made);
    return made;
  };
};
