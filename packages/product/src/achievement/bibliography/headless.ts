import { readRefer } from './refer.ts';
import type { Reference } from './reference.ts';
import { readRefworks } from './refworks.ts';
import { readRis } from './ris.ts';
import { readWos } from './wos.ts';

/** Recovery of tagged records whose first tag is missing, recognised by the remaining tags. */

interface Headless {
  readonly tag: RegExp;
  /** Pattern of tags unique to the format; without a match the text is not a record. */
  readonly sure: RegExp;
  readonly read: (lines: readonly string[]) => Reference;
}

const formats: readonly Headless[] = [
  {
    tag: /^\s*[A-Z][A-Z0-9] {1,3}[-–—](?:\s|$)/,
    sure: /^\s*(?:TI|T1|CT) {1,3}[-–—]\s/,
    read: (lines) => {
      const gap = lines[0]?.match(/^\s*[A-Z][A-Z0-9]( {1,3})/)?.[1] ?? '  ';
      return readRis([`TY${gap}- `, ...lines]);
    },
  },
  {
    tag: /^%[A-Z0-9@+~]\s/,
    sure: /^%T\s/,
    read: (lines) => readRefer(['%0 Generic', ...lines]),
  },
  {
    tag: /^(?:A1|T1|JF|YR|IS|VO|OP|SP|K1|AB|SN|CN|LK|DS|AD|PB)\s/,
    sure: /^T1\s/,
    read: (lines) => readRefworks(['RT Generic', ...lines]),
  },
  {
    tag: /^(?:AU|AF|TI|SO|PY|PD|VL|IS|BP|EP|DI|AB|DE|C1|RP|SN|EI|UT|DT|LA|ER)(?:\s|$)/,
    sure: /^(?:AF|SO)\s/,
    read: (lines) => readWos(['PT J', ...lines]),
  },
];

/** Minimum number of tags in a record. */
const minTagCount = 3;

/** Splits lines at empty lines and at ends of records. */
function passages(lines: readonly string[]): (readonly string[])[] {
  const found: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '' || /^\s*(?:ER|EF)\b/.test(line)) found.push([]);
    else found.at(-1)?.push(line);
  }
  return found.filter((passage) => passage.length > 0);
}

/** Reads the records of a text without first tags, in order. */
export const readHeadless = (lines: readonly string[]): Reference[] =>
  passages(lines).flatMap((passage) => {
    const format = formats.find(
      ({ tag, sure }) =>
        passage.filter((line) => tag.test(line)).length >= minTagCount &&
        passage.some((line) => sure.test(line)),
    );
    return format ? [format.read(passage)] : [];
  });
