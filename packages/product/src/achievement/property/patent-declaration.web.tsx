import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { subTableLines } from '@keyan/console/form-store/path.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Button } from 'antd';
import { achievementPages } from '../common/achievement.web.ts';
import { patentPages } from './faces.ts';
import { patentDeclaration } from './patent-declaration.ts';

/** A request that the patent office has accepted is an application. */
const accepted = '02';

/** Values that a patent takes over from the request that it comes from. */
const patentFrom = (row: WireRow) => ({
  declareId: row.id,
  declareIdName: row.patentName,
  declareNum: row.declareNum,
  declareName: row.patentName,
  acceptNum: row.applyNum,
  acceptDate: row.acceptDate,
  patentName: row.patentName,
  patentType: row.patentType,
  patentStatus: accepted,
  applyNum: row.applyNum,
  agency: row.agency,
  fkDeptId: row.fkDeptId,
  fkDeptIdName: row.fkDeptIdName,
  discipline: row.discipline,
  schoolSign: row.schoolSign,
  subjectClass: row.subjectClass,
  moeDiscipline: row.moeDiscipline,
  // Authors who have confirmed the request have not confirmed the patent.
  authors: subTableLines(row, 'authors').map(({ confirmStatus: _asked, ...line }) => line),
  projects: subTableLines(row, 'projects'),
});

/** 登记专利 on a request that was accepted and has no patent yet. */
const RegisterPatent = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const tab = useTab();
  const may = usePermissions().has(`${patentPages.code}_add`);
  if (!may || row.auditStatus !== statuses.approved || !row.applyNum || row.patentId) return null;
  const open = () =>
    tab.open(
      `${viewAddresses({ path: patentPages.register }).add}?handover=${storeHandover(patentFrom(row))}`,
    );
  return (
    <Button type="primary" onClick={open}>
      {label(['登记专利', 'Register patent'])}
    </Button>
  );
};

/** How requests to file a patent differ from other records with authors on their pages. */
export const patentDeclarationPresentation = present(patentDeclaration as Resource, {
  ...achievementPages(patentDeclaration),
  ExtraRecordActions: RegisterPatent,
});
