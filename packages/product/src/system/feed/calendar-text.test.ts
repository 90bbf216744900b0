import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarText, type DueDate, foldLine } from './calendar-text.server.ts';

/** Reads a calendar as RFC 5545 says, apart from the code that writes it. */
const read = (text: string): readonly Readonly<Record<string, string>>[] => {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({});
    const at = line.indexOf(':');
    const [name = ''] = line.slice(0, at).split(';');
    const last = events.at(-1);
    if (last) {
      last[name] ??= line
        .slice(at + 1)
        .replace(/\\([nN;,\\])/g, (_all, sign: string) =>
          sign.toLowerCase() === 'n' ? '\n' : sign,
        );
    }
  }
  return events;
};

const day = (more: Partial<DueDate> = {}): DueDate => ({
  resource: 'programInfo',
  id: '7',
  field: 'endDate',
  day: '2026-12-31',
  title: '项目到期：高温合金, 研究; 二',
  link: '/program/vertical/programInfo/detail/7',
  version: 3,
  ...more,
});

const given = {
  name: '科研日历',
  domain: 'ky.example.edu.cn',
  now: new Date('2026-11-28T01:02:03Z'),
};

test('an event takes its whole day, with a name that stays and an end that is not part of it', () => {
  expect(read(calendarText([day()], given))).toMatchObject([
    {
      UID: 'programInfo-7-endDate@ky.example.edu.cn',
      SEQUENCE: '3',
      DTSTART: '20261231',
      DTEND: '20270101',
      DTSTAMP: '20261128T010203Z',
      SUMMARY: '项目到期：高温合金, 研究; 二',
      URL: 'https://ky.example.edu.cn/program/vertical/programInfo/detail/7',
    },
  ]);
});

test('lines have at most 75 octets, and no character is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const clean = text.replace(/[\r\n]/g, '');
      const lines = foldLine(clean).split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
      expect(lines.map((line, at) => (at === 0 ? line : line.slice(1))).join('')).toBe(clean);
    }),
  );
});

test('titles come back as they were, whatever signs they have', () => {
  const title = fc
    .string({ minLength: 1, maxLength: 80 })
    .map((text) => text.replace(/[\r\n]+/g, '\n'));
  fc.assert(
    fc.property(title, (text) => {
      const [event] = read(calendarText([day({ title: text })], given));
      expect(event?.SUMMARY).toBe(text);
    }),
  );
});
