import { randomInt, randomUUID } from 'node:crypto';
import type { Database } from '../store/connection/database.ts';
import { captchaPicture, captchaSigns } from './captcha-picture.ts';

const length = 5;
const minutes = 30;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tenant under which captchas are stored: people who request one are not signed in. */
const noTenant = '';

export interface Captcha {
  readonly key: string;
  /** PNG as data URL. */
  readonly image: string;
}

/** Captchas: pictures of five characters, each valid for one attempt within 30 minutes. */
export class Captchas {
  readonly #database: Database;
  readonly #clock: () => Date;

  constructor(database: Database, clock: () => Date) {
    this.#database = database;
    this.#clock = clock;
  }

  async make(): Promise<Captcha> {
    const key = randomUUID();
    const answer = Array.from({ length }, () => captchaSigns[randomInt(captchaSigns.length)]).join(
      '',
    );
    const now = this.#clock();
    await this.#database.read(noTenant, async (session) => {
      await session.query('delete from captcha where expires_at < $1', [now]);
      await session.query('insert into captcha (key, answer, expires_at) values ($1, $2, $3)', [
        key,
        answer,
        new Date(now.getTime() + minutes * 60_000),
      ]);
    });
    const picture = captchaPicture(answer);
    return { key, image: `data:image/png;base64,${picture.toString('base64')}` };
  }

  /** True if the characters match, in upper or lower case. A wrong answer also uses the captcha up. */
  async redeem(
    given: { readonly key: string; readonly code: string } | undefined,
  ): Promise<boolean> {
    if (!given || !uuid.test(given.key)) return false;
    const [row] = await this.#database.read(noTenant, (session) =>
      session.query<{ answer: string }>(
        'delete from captcha where key = $1 and expires_at > $2 returning answer',
        [given.key, this.#clock()],
      ),
    );
    return row !== undefined && row.answer === given.code.trim().toUpperCase();
  }
}
