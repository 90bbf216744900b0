import type { Client } from '@keyan/console/client/client.ts';
import type { FigureAnswer, Question } from './figure.ts';

type Poster = Pick<Client, 'post'>;

/** Queued questions of one part of a page, with the callbacks of the part. */
interface Waiting {
  readonly questions: readonly Question[];
  readonly answer: (answers: readonly FigureAnswer[] | Promise<readonly FigureAnswer[]>) => void;
}

/** Maximum number of questions per call. */
const maxQuestionsPerCall = 60;

const waitingOf = new WeakMap<Poster, Waiting[]>();

const post = (client: Poster, questions: readonly Question[]): Promise<readonly FigureAnswer[]> =>
  client.post<readonly FigureAnswer[]>(
    '/kh-edu-research/statistics/figures',
    { questions },
    { quiet: true },
  );

/**
 * Sends the questions of several parts in one call; if it fails, each part sends its questions
 * alone and shows its own error.
 */
const askTogether = async (client: Poster, parts: readonly Waiting[]): Promise<void> => {
  const questions = parts.flatMap((part) => part.questions);
  if (parts.length === 1 || questions.length > maxQuestionsPerCall) {
    for (const part of parts) part.answer(post(client, part.questions));
    return;
  }
  try {
    const answers = await post(client, questions);
    let at = 0;
    for (const part of parts) {
      part.answer(answers.slice(at, at + part.questions.length));
      at += part.questions.length;
    }
  } catch {
    for (const part of parts) part.answer(post(client, part.questions));
  }
};

/** Queues questions; questions queued in the same tick of the event loop are sent in one call. */
export const askFigures = (
  client: Poster,
  questions: readonly Question[],
): Promise<readonly FigureAnswer[]> =>
  new Promise((answer) => {
    const waiting = waitingOf.get(client);
    if (waiting) {
      waiting.push({ questions, answer });
      return;
    }
    const parts = [{ questions, answer }];
    waitingOf.set(client, parts);
    setTimeout(() => {
      waitingOf.delete(client);
      void askTogether(client, parts);
    });
  });
