import type { TitleTopic } from '../words.server.ts';

type Values = Readonly<Record<string, string>>;

/** A topic without the case that it studies, as a phrase within a text. */
const topicPhrase = ({ zh }: TitleTopic): string => zh.replace(/——.*$/, '').replace(/研究$/, '');

/** Words of a topic that texts may name. */
export const wordsOf = (topic: TitleTopic): Values => {
  const [object, aspect, lens] = topic.keywords.map(([zh]) => zh);
  return {
    topic: topicPhrase(topic),
    topicEn: topic.en,
    object: object ?? '',
    aspect: aspect ?? '',
    lens: lens ?? '',
  };
};

/** The text with words in place of their names; names without a word stay. */
export const filled = (text: string, said: Values): string =>
  text.replace(/\{(\w+)\}/g, (name, word: string) => said[word] ?? name);
