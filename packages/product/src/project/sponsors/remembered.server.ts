import type { Session } from '@keyan/engine/store/connection/database.ts';
import { columnKinds, type SponsorListMapping, sameHeading } from './columns.ts';

interface Remembered {
  readonly kind: string;
  readonly heading: string;
}

/** Columns by the headings of this sponsor’s last list; empty for an unknown sponsor. */
export const rememberedColumns = async (
  session: Session,
  source: string,
  headings: readonly string[],
): Promise<SponsorListMapping> => {
  const known = await session.query<Remembered>(
    'select kind, heading from sponsor_column where tenant_id = $1 and source = $2',
    [session.tenantId, source],
  );
  return Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const heading = known.find((one) => one.kind === kind)?.heading;
      const at = headings.findIndex((one) => heading !== undefined && sameHeading(one, heading));
      return at < 0 ? [] : [[kind, at]];
    }),
  );
};

/** Stores the headings of a sponsor’s list, replacing earlier ones. */
export const rememberColumns = async (
  tx: Session,
  source: string,
  headings: readonly string[],
  mapping: SponsorListMapping,
): Promise<void> => {
  const kinds = columnKinds.filter((kind) => headings[mapping[kind] ?? -1]);
  await tx.query(
    `with gone as (
       delete from sponsor_column where tenant_id = $1 and source = $2 and kind <> all($3::text[])
     )
     insert into sponsor_column (tenant_id, source, kind, heading)
     select $1, $2, k.kind, k.heading from unnest($3::text[], $4::text[]) k(kind, heading)
     on conflict (tenant_id, source, kind) do update set heading = excluded.heading`,
    [tx.tenantId, source, kinds, kinds.map((kind) => headings[mapping[kind] ?? -1])],
  );
};
