import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { commonPassword } from '@keyan/kernel/access/password.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { WirePassword } from './password.ts';

/** Facts about a person that others know and that attackers try first as passwords. */
export interface GuessableFacts {
  readonly account: string;
  /** Staff number. */
  readonly code?: string | null;
  readonly phone?: string | null;
  /** `yyyy-MM-dd` */
  readonly birthday?: string | null;
  readonly name?: string | null;
  readonly realName?: string | null;
  readonly email?: string | null;
}

const ofPerson: Label = [
  '密码不能由账号、姓名、工号、手机号、邮箱或生日组成',
  'A password must not contain your account, name, staff number, phone, e-mail or birthday',
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const cases = (word: string): ReadonlySet<string> =>
  new Set([word, word.toLowerCase(), capital(word.toLowerCase()), word.toUpperCase()]);

const count = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

const printable = count(0x21, 0x7e).map((code) => String.fromCharCode(code));

/** Yields dates as people write them in passwords: 19850317 and 850317. */
function* days(): Iterable<string> {
  for (const year of count(1940, 2030)) {
    for (const month of count(1, 12)) {
      for (const day of count(1, 31)) {
        const written = `${year}${padded(month)}${padded(day)}`;
        yield written;
        yield written.slice(2);
      }
    }
  }
}

const joints = ['', '@', '#', '_', '.'] as const;
const additions = [
  ...['1', '12', '123', '1234', '12345', '123456', '111', '111111', '520', '521', '666', '888'],
  ...['1314', '000', '000000', 'a', 'A', 'abc', 'Abc', 'aa', 'Aa', 'qq', 'admin', 'pwd', 'pass'],
  ...count(1950, 2035).map(String),
] as const;
const ends = ['', '!'] as const;

/** Yields passwords made of a few pieces: combined, and with common additions. */
function* madeOf(pieces: readonly string[], others: readonly string[]): Iterable<string> {
  for (const piece of new Set(pieces.flatMap((each) => [...cases(each)]))) {
    for (const end of ['', '!', '@', '#', '.']) yield piece + end;
    for (const other of [...additions, ...others]) {
      yield other + piece;
      for (const joint of joints) for (const end of ends) yield piece + joint + other + end;
    }
  }
}

/** Words that satisfy the usual rules with a year and a special character added. */
const stems = [
  ...['password', 'passwd', 'admin', 'administrator', 'root', 'user', 'test', 'welcome', 'hello'],
  ...['qwer', 'qwerty', 'asdf', 'abc', 'abcd', '1qaz', 'woaini', 'iloveyou', 'china', 'huawei'],
] as const;

/** Yields the passwords that are most common among all people. */
async function* commonPasswords(): AsyncIterable<string> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  for (const word of dictionary['passwords-common']) yield* cases(word);
  yield* madeOf(stems, []);
  yield* printable;
  for (const first of printable) yield* printable.map((second) => first + second);
  for (const length of [3, 4]) yield* count(0, 10 ** length - 1).map((n) => padded(n, length));
  yield* days();
}

/** Returns the first 64 bits of a digest, enough to distinguish several hundred thousand passwords. */
const short = (password: string): bigint => hash('md5', password, 'buffer').readBigUInt64BE();

/** Digests computed at a time, so that requests are answered in between. */
const atOnce = 1000;

const digestsOf = async (passwords: AsyncIterable<string>): Promise<BigUint64Array> => {
  const found: bigint[] = [];
  for await (const password of passwords) {
    found.push(short(password));
    if (found.length % atOnce === 0) await setImmediate();
  }
  return BigUint64Array.from(found).sort();
};

let common: Promise<BigUint64Array> | undefined;

const holds = (sorted: BigUint64Array, wanted: bigint): boolean => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0n) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
};

/** Returns the pieces of which a person's password may be made. */
const piecesOf = (person: GuessableFacts): readonly string[] => {
  const [year = '', month = '', day = ''] = person.birthday?.split('-') ?? [];
  const birthday = year && [
    `${year}${month}${day}`,
    `${year.slice(2)}${month}${day}`,
    `${month}${day}`,
    `${year}${month}`,
    year,
    `${year}-${month}-${day}`,
    `${year}.${month}.${day}`,
  ];
  const { account, code, phone, name, realName, email } = person;
  const local = email?.split('@')[0];
  const tails = phone && [phone, phone.slice(-8), phone.slice(-6), phone.slice(-4)];
  return [...new Set([account, code, name, realName, email, local, tails, birthday].flat())].filter(
    (piece): piece is string => Boolean(piece),
  );
};

/**
 * Returns the fault of a password that is easily guessed, or null. The check uses the digest, which is all that some
 * clients send (ruling 19). Refused are the most common passwords, one or two characters, up to four digits, dates, and
 * combinations of known facts of the person.
 */
export const guessableFault = async (
  password: WirePassword,
  person: GuessableFacts,
): Promise<Label | undefined> => {
  const wanted = Buffer.from(password, 'hex').readBigUInt64BE();
  common ??= digestsOf(commonPasswords()).catch((error: unknown) => {
    common = undefined;
    throw error;
  });
  if (holds(await common, wanted)) return commonPassword;
  let tried = 0;
  const pieces = piecesOf(person);
  for (const guess of madeOf(pieces, pieces)) {
    if (short(guess) === wanted) return ofPerson;
    tried += 1;
    if (tried % atOnce === 0) await setImmediate();
  }
  return undefined;
};
