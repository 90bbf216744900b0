/** The two languages of the product; Chinese is the source. */
export type Language = 'zh' | 'en';

/** The header in which a page says the language that it wants to be answered in. */
export const languageHeader = 'x-language';

/** A text for people, in both languages; the type requires both (ruling 5). */
export type Label = readonly [zh: string, en: string];

/** The label in one language. */
export const say = (label: Label, language: Language): string => label[language === 'zh' ? 0 : 1];

/**
 * Builds a label from a template, filling `{name}` in both languages.
 * A value that is itself a label is filled in its own language.
 */
export const fill = (template: Label, values: Record<string, string | number | Label>): Label => {
  const side = (index: 0 | 1): string =>
    template[index].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'object' ? value[index] : String(value);
    });
  return [side(0), side(1)];
};

/** Labels one after the other, each once. */
export const joinLabels = (labels: readonly Label[]): Label => {
  const side = (index: 0 | 1): readonly string[] => [...new Set(labels.map((one) => one[index]))];
  return [side(0).join('、'), side(1).join(', ')];
};

/** Sentences of one text, one after the other. */
export const joinSentences = (labels: readonly Label[]): Label => [
  labels.map(([zh]) => zh).join('；'),
  labels.map(([, en]) => en).join('; '),
];

/**
 * English of a label within a sentence; what begins with an abbreviation or a language stays:
 * `SMS service`, `English title`.
 */
export const inSentence = ([, en]: Label): string =>
  en.replace(/^(?!Chinese\b|English\b)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Number of things in English: `1 record`, `2 records`. */
export const englishQuantity = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
