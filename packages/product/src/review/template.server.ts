import type { Session } from '@keyan/engine/store/connection/database.ts';
import { scoreSchemeCodes } from './dictionaries.ts';
import type { ReviewCriterion } from './reviewed.ts';
import type { StoredSet } from './rows.server.ts';

/** Fields that a review copies from a template; later changes of the template have no effect. */
type Copied = Pick<
  StoredSet,
  'templateId' | 'criteria' | 'scoreScheme' | 'minWords' | 'commentBelow'
>;

interface StoredSheet {
  readonly scheme: StoredSet['scoreScheme'];
  readonly words: number | null;
  readonly below: number | null;
  readonly criteria: readonly {
    readonly sort: number;
    readonly itemName: string;
    readonly weight: number;
    readonly standard: string | null;
  }[];
}

const sheetOf = async (session: Session, id: string): Promise<StoredSheet | undefined> => {
  const [found] = await session.query<StoredSheet>(
    `select t.score_scheme as scheme, t.min_words as words, t.comment_below as below,
        coalesce((select jsonb_agg(jsonb_build_object('sort', c.sort, 'itemName', c.item_name,
            'weight', c.weight, 'standard', c.standard) order by c.sort_order)
          from review_template_criteria c
         where c.tenant_id = t.tenant_id and c.parent_id = t.id), '[]') as criteria
       from review_template t where t.tenant_id = $1 and t.id = $2 and t.is_deleted = 0`,
    [session.tenantId, id],
  );
  return found;
};

/** Criteria of a review without own criteria: from its template, otherwise those of the kind. */
export const criteriaFromSheet = async (
  session: Session,
  { templateId, criteria, scoreScheme }: Copied,
  usual: readonly ReviewCriterion[],
): Promise<Partial<Copied>> => {
  if ((criteria ?? []).length > 0) return {};
  const sheet = templateId ? await sheetOf(session, templateId) : undefined;
  if (sheet) {
    const { scheme, words, below, criteria: lines } = sheet;
    return { scoreScheme: scheme, minWords: words, commentBelow: below, criteria: [...lines] };
  }
  if ((scoreScheme ?? scoreSchemeCodes.points) !== scoreSchemeCodes.points) return {};
  return {
    criteria: usual.map(({ label: [itemName], points, standard: [standard] }, at) => ({
      sort: at + 1,
      itemName,
      weight: points,
      standard,
    })),
  };
};
