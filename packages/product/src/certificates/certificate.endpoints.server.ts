import { contentDisposition } from '@keyan/engine/files/disposition.ts';
import { printSheet } from '@keyan/engine/prints/prints.ts';
import { type Endpoint, endpoint, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { certificateLineTexts, linesWithStanding } from './certificate.server.ts';
import { certificate } from './certificate.ts';
import { certificatePdf } from './certificate-paper.server.ts';
import {
  type CertificateKind,
  certificateForms,
  certificateService,
  certificateStatusCodes,
} from './kinds.ts';
import { certifiableLines } from './sources.server.ts';

const kinds = Object.keys(certificateForms) as CertificateKind[];

/**
 * Calls that list certifiable records, compare certified lines with current records, and return the
 * PDF.
 */
export const certificateEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${certificateService}/choices`,
    auth: 'user',
    permissions: ['mycert_add', 'mycert_edit'],
    summary: ['本人可证明的记录', 'Records of the caller that a certificate may state'],
    input: Type.Object({
      kind: Type.Enum(kinds),
      language: Type.Optional(Type.Enum(['zh', 'en'])),
    }),
    run: ({ kind, language }, call) =>
      call.engine.database.read(call.actor.tenantId, (session) =>
        certifiableLines(call.engine, session, kind, {
          person: call.actor.id,
          language: language ?? 'zh',
          dictionaries: call.dictionaries,
        }),
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${certificateService}/standing`,
    auth: 'user',
    summary: [
      '证明事项与现有记录的核对',
      'Lines of a certificate beside the records as they stand',
    ],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor, language }) => {
      const { row } = await engine.as(actor).read(certificate, input.id);
      const lines = await engine.database.read(actor.tenantId, (session) =>
        linesWithStanding(engine, session, row),
      );
      return certificateLineTexts(row.certKind, lines, language);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${certificateService}/paper`,
    auth: 'user',
    perMinute: 30,
    summary: ['证明的 PDF，含核验码', 'A certificate as PDF, with its verification code'],
    input: Type.Object({
      id: idParam,
      // Origin of the console in the caller’s browser, for the verification URL in the QR code.
      site: Type.String({ pattern: '^https?://[^/\\s#?]+$', maxLength: 200 }),
    }),
    run: async ({ id: record, site }, { engine, actor }) => {
      const { row } = await engine.as(actor).read(certificate, record);
      if (row.status !== certificateStatusCodes.valid) {
        throw new Refused([
          '证明尚未开具或已撤销',
          'The certificate is not issued, or was revoked',
        ]);
      }
      const { token, printTime } = await printSheet(engine, actor, {
        resource: certificate.key,
        id: record,
        version: row.version,
      });
      const paper = await engine.database.read(actor.tenantId, (session) =>
        certificatePdf(session, row, `${site}/verify#${token}`, printTime),
      );
      return new RawAnswer(paper, {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': contentDisposition(
            'attachment',
            `${row.certNum} ${row.title}.pdf`,
          ),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      });
    },
  }),
];
