/**
 * Pinyin of Chinese: one syllable per character, in plain letters, `ü` as `v`. The dictionary takes some 20 MB, so it
 * is loaded when it is first needed.
 */

/** Converter of Chinese characters to pinyin. */
export interface Readings {
  /** Returns the syllables of a text; context decides between several readings: 银行 is `yin hang`. */
  ofText(run: string): readonly string[];
  /** Returns the syllables of a person's name: 单 as a family name is `shan`. */
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

/** Returns the readings, loaded once per process. */
export const loadReadings = (): Promise<Readings> => {
  loading ??= load();
  return loading;
};

/**
 * Caches the results of a function of texts.
 * @param most maximum number of cached texts; then the cache is cleared.
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
