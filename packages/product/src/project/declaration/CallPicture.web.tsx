import type { WireRow } from '@keyan/console/data/calls.ts';
import { useGroupCounts } from '@keyan/console/data/groupCounts.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { ProgressBars } from '../../shared/mechanisms/Shape.web.tsx';
import { declaredKinds, sections } from '../common/access.ts';
import { callStagesOf } from './call-stages.ts';
import { declareInfo } from './declare-info.ts';

interface PictureProps {
  readonly row: WireRow;
  /** Code of the declarations page whose rows are counted. */
  readonly view: string;
}

const Picture = ({ row, view }: PictureProps) => {
  const label = useLabel();
  const { data } = useGroupCounts(
    untypedResource(declareInfo),
    view,
    ['declareStatus', 'formalResult'],
    {
      planId: row.id,
    },
  );
  if (!data) return null;
  const { handedIn, bars } = callStagesOf(
    data.map(({ keys: [status = '', formal = ''], total }) => ({ status, formal, count: total })),
    row.needReview === '1',
  );
  return (
    <section className="ky-reports" aria-label={label(['申报进展', 'Application progress'])}>
      <h2>{label(['申报进展', 'Application progress'])}</h2>
      <ProgressBars
        state=""
        meaning={
          handedIn === 0
            ? ['还没有提交的申报', 'No applications submitted yet']
            : fill(['已申报 {handedIn} 项', '{handedIn} submitted'], { handedIn })
        }
        bars={bars}
      />
    </section>
  );
};

/**
 * Chart 申报进展 of a published call: submitted, passed, reviewed and approved declarations that
 * the reader may see.
 */
export const CallPicture = ({ row }: { readonly row: WireRow }) => {
  const permissions = usePermissions();
  const isOut = row.status === releaseCodes.published || row.status === releaseCodes.closed;
  const kind = declaredKinds.find((one) => one === row.programKind);
  const mayCount = kind !== undefined && permissions.has(`${sections[kind].letter}_program_view`);
  return isOut && mayCount ? <Picture row={row} view={`${kind}Lib`} /> : null;
};
