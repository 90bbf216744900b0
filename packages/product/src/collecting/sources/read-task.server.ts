import type { SourceCode } from './codes.ts';
import { decodeAnswer } from './decode.ts';
import { type PageRead, type SourcePage, Unread } from './source.ts';
import { sourceTable } from './table.ts';

// Worker task that parses responses of external sites, isolated from the server process.

/** Bytes of a response, with the source and charset for reading. */
export interface AnswerBytes extends Omit<SourcePage, 'text'> {
  readonly source: SourceCode;
  readonly bytes: Uint8Array;
  readonly charset: string | null;
  readonly contentType: string | undefined;
}

/** Parsed page or the reason for failure; with the decoded text if requested. */
export interface ReadAnswer {
  readonly read: PageRead | null;
  readonly fault: PageRead['problems'][number] | null;
  readonly text: string;
}

/** Maximum number of characters of a page that a trial shows. */
const maxShownLength = 60_000;

export const readAnswer = ({
  source,
  bytes,
  charset,
  contentType,
  ...page
}: AnswerBytes): ReadAnswer => {
  const text = decodeAnswer(bytes, charset, contentType);
  try {
    const read = sourceTable[source].read({ ...page, text });
    return { read, fault: null, text: text.slice(0, maxShownLength) };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { read: null, fault: error.label, text: text.slice(0, maxShownLength) };
  }
};
