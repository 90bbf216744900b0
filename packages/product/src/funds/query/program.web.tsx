import { AccountBookOutlined } from '@ant-design/icons';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { present } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { Button } from 'antd';
import { HomeBlock } from '../../project/home/HomeBlock.web.tsx';
import { project } from '../../project/project.ts';
import { bookPage, queryPath } from './pages.ts';

/** Button that opens the funds page of a project. */
const OpenBook = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const tab = useTab();
  return (
    <Button icon={<AccountBookOutlined />} onClick={() => tab.open(bookPage(row.id))}>
      {label(['经费明细', 'Funds'])}
    </Button>
  );
};

/** Link to the funds page, in rows of 经费查询. */
const OpenRow = ({ row, view }: { readonly row: WireRow; readonly view: View }) => {
  const label = useLabel();
  return view.path === queryPath ? (
    <TabLink to={bookPage(row.id)}>{label(['经费明细', 'Funds'])}</TabLink>
  ) : null;
};

/** Presentation of projects in the ledger. */
export const programPresentation = present(project, {
  fields: { programName: { span: 2 }, hostUnit: { span: 2 } },
  Question: HomeBlock,
  ExtraRowActions: OpenRow,
  ExtraRecordActions: OpenBook,
});
