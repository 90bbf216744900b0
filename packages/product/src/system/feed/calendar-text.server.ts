/** Deadline of a person. */
export interface DueDate {
  readonly resource: string;
  readonly id: string;
  readonly field: string;
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly title: string;
  /** URL of the record's page; empty if there is none. */
  readonly link: string;
  readonly version: number;
}

/** Maximum length of a calendar line in octets (RFC 5545 §3.1). */
const maxLineOctets = 75;

/** Folds a line without splitting a UTF-8 character. */
export const foldLine = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    // Continuation lines begin with a blank, which counts.
    if (bytes + size > (parts.length === 0 ? maxLineOctets : maxLineOctets - 1)) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
};

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|[\r\n]/g, '\\n');

const plain = (day: string): string => day.replaceAll('-', '');

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const stamp = (now: Date): string => `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Returns an iCalendar of all-day events (RFC 5545, RFC 7986) with titles and links only.
 * @param domain of the university, part of the stable event ids
 */
export const calendarText = (
  days: readonly DueDate[],
  { name, domain, now }: { readonly name: string; readonly domain: string; readonly now: Date },
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keyan//Deadlines//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...days.flatMap(({ resource, id, field, day, title, link, version }) => [
      'BEGIN:VEVENT',
      `UID:${resource}-${id}-${field}@${domain || 'keyan'}`,
      `DTSTAMP:${stamp(now)}`,
      `SEQUENCE:${version}`,
      `DTSTART;VALUE=DATE:${plain(day)}`,
      `DTEND;VALUE=DATE:${plain(dayAfter(day))}`,
      `SUMMARY:${escaped(title)}`,
      ...(domain && link ? [`URL:https://${domain}${link}`] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map((line) => foldLine(line))
    .join('\r\n');
