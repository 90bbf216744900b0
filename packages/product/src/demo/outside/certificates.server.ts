import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { certificate } from '../../certificates/certificate.ts';
import type { CertificateKind } from '../../certificates/kinds.ts';
import { certifiableLines } from '../../certificates/sources.server.ts';
import { readRows } from '../call-review.server.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { cachedActor } from '../person-of.server.ts';
import { emptyResources } from '../progress.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';

const day = 86_400_000;

/** Certificates of the guided tour's teacher: age in days, type, language, purpose. */
const made: readonly (readonly [
  ago: number,
  kind: CertificateKind,
  language: 'zh' | 'en',
  purpose: string,
])[] = [
  [40, '3', 'zh', '横向项目投标'],
  [21, '4', 'en', 'Visiting scholar application'],
  [6, '1', 'zh', '职称评审'],
  [1, '2', 'zh', '项目申报'],
];

/** Type of the certificate that its holder revoked after a replacement. */
const revoked: CertificateKind = '3';

/** Maximum number of lines per certificate. */
const maxLinesShown = 4;

const certify = async (
  parts: SeedParts,
  who: Actor,
  [, certKind, language, purpose]: (typeof made)[number],
): Promise<void> => {
  const { engine } = parts;
  const lines = await engine.database.read(university.tenantId, (session) =>
    certifiableLines(engine, session, certKind, {
      person: who.id,
      language,
      dictionaries: dictionariesAsDefined,
    }),
  );
  if (lines.length === 0) return;
  const { id } = await engine.as(who).save(certificate, {
    certKind,
    language,
    purpose,
    lines: lines.slice(0, maxLinesShown).map(({ bizType, bizId }) => ({ bizType, bizId })),
  });
  await engine.as(who).performAll(certificate, 'issue', [id]);
  if (certKind !== revoked) return;
  const office = await actorByAccount(parts, 'rd_admin');
  await engine.as(office).performAll(certificate, 'revoke', [id], {
    revokeReason: '到账金额随退款调整，请重新开具',
  });
};

/** Writes certificates of the guided tour's teacher: for promotion, a proposal, a stay abroad. */
export const demoCertificates = async (parts: SeedParts, now: Date): Promise<void> => {
  if (!(await emptyResources(parts.engine)).includes(certificate.key)) return;
  const [teacher] = await readRows<{ id: string }>(
    parts,
    `select id::text from users where tenant_id = $1 and account = 'teacher' and is_deleted = 0`,
    [],
  );
  const who = teacher && (await cachedActor(parts.engine, teacher.id));
  if (!who) return;
  for (const one of made) {
    parts.clock.now = new Date(now.getTime() - one[0] * day);
    await certify(parts, who, one);
  }
};
