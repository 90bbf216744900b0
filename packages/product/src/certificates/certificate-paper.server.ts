import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Row } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { type PaperBlock, pdfOf } from '../shared/paper/pdf.server.ts';
import type { certificate } from './certificate.ts';
import { totalOfLines } from './facts.ts';
import { certificateForms, certificateKind } from './kinds.ts';

/** Squares of the QR code of an address, row by row; true is dark. */
export const qrSquaresOf = async (address: string): Promise<readonly (readonly boolean[])[]> => {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer');
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(file)).buffer } });
  const { symbol, error } = await writeBarcode(address, { format: 'QRCode' });
  if (error) throw new Error(error);
  const { data, width, height } = symbol;
  return Array.from({ length: height }, (_, line) =>
    Array.from({ length: width }, (_, place) => data[line * width + place] === 0),
  );
};

const words = {
  number: ['证明编号：{number}', 'No. {number}'],
  purpose: ['用途：{purpose}', 'Purpose: {purpose}'],
  end: ['特此证明。', 'Issued upon request of the person named above.'],
  scan: [
    '扫码核验真伪及事项是否有变',
    'Scan to verify this certificate and whether it still holds',
  ],
  printed: ['打印时间：{time}', 'Printed: {time}'],
  seal: ['（盖章处）', '(Seal)'],
} as const satisfies Readonly<Record<string, Label>>;

/** Name of the institution in the language of the certificate. */
const siteOf = async (session: Session, language: Language): Promise<string> => {
  const [found] = await session.query<{ readonly site: string }>(
    `select case when $2 = 'en' then coalesce(nullif(tenant_name_en, ''), tenant_name)
            else tenant_name end as site from tenant where tenant_id = $1`,
    [session.tenantId, language],
  );
  return found?.site ?? '';
};

/** Day as written in the language: 2026年3月1日, 2026-03-01. */
const dayIn = (language: Language, time: string): string => {
  const day = time.slice(0, 10);
  const [year = '', month = '', date = ''] = day.split('-');
  return say([`${year}年${Number(month)}月${Number(date)}日`, day], language);
};

/**
 * Certificate as PDF: certified lines, place for the seal, and QR code of the verification page.
 * @param address URL of the verification page
 * @param printTime time of printing
 */
export const certificatePdf = async (
  session: Session,
  row: Row<typeof certificate>,
  address: string,
  printTime: string,
): Promise<Buffer> => {
  const kind = row.certKind ?? '1';
  const language = row.language ?? 'zh';
  const told = (label: Label, values: Readonly<Record<string, string>> = {}): string =>
    say(fill(label, values), language);
  const { sentence, columns, total } = certificateForms[kind];
  const lines = row.lines ?? [];
  const amount = columns.findIndex(({ name }) => name === 'amount');
  const sum = total && [
    columns.map((_, index) =>
      index === 0 ? told(total) : index === amount ? groupDigits(totalOfLines(lines)) : '',
    ),
  ];
  const blocks: readonly PaperBlock[] = [
    { is: 'text', text: told(words.number, { number: row.certNum ?? '' }) },
    {
      is: 'text',
      text: told(sentence, {
        name: row.personName ?? '',
        jobNum: row.jobNum ?? '—',
        unit: row.unitName ?? '—',
      }),
    },
    { is: 'text', text: '' },
    {
      is: 'table',
      heads: columns.map(({ label }) => told(label)),
      lines: [...lines.map((line) => columns.map(({ name }) => line[name] ?? '')), ...(sum ?? [])],
      right: new Set(amount < 0 ? [] : [amount]),
    },
    { is: 'text', text: told(words.end) },
    ...(row.purpose
      ? [{ is: 'text' as const, text: told(words.purpose, { purpose: row.purpose }) }]
      : []),
    {
      is: 'seal',
      squares: await qrSquaresOf(address),
      notes: [told(words.scan), address, told(words.printed, { time: printTime })],
      place: told(words.seal),
      lines: [await siteOf(session, language), dayIn(language, row.issuedAt ?? printTime)],
    },
  ];
  return pdfOf({ title: told(entryOf(certificateKind, kind)?.label ?? ['', '']), blocks });
};
