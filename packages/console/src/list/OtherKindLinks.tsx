import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { OtherKindCount } from '@keyan/kernel/wire/workbooks.ts';
import { Button } from 'antd';
import { Suspense } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { useDefinition, viewAddresses } from '../presentation/resources.tsx';

/** File extensions of tables, accepted by every import. */
export const tableEndings: readonly string[] = ['.xlsx', '.xls', '.csv'];

/** Another kind to which records of a file belong. */
export interface OtherKindInFile {
  readonly resource: Resource;
  /** Address of the page that imports its records. */
  readonly page: string;
  readonly file: File;
  /** True if the file has records of other kinds too: the dialog that read it stays open. */
  readonly isPart: boolean;
}

interface GoElsewhereProps extends Pick<OtherKindInFile, 'file'> {
  /** Key of the other kind. */
  readonly kind: string;
  /** Number of its records; absent if all records are of it. */
  readonly count?: number;
  readonly onGo: (there: OtherKindInFile) => void;
}

/**
 * Renders a link from a file with records of another kind to the import of that kind, with the same
 * file.
 */
export const OtherImportLink = ({ kind, file, count, onGo }: GoElsewhereProps) => {
  const label = useLabel();
  const resource = useDefinition(kind);
  const permissions = usePermissions();
  const view = Object.values(resource?.views ?? {}).find(
    ({ code, actions }) => actions.includes('import') && permissions.has(`${code}_import`),
  );
  const takes =
    tableEndings.some((ending) => file.name.toLowerCase().endsWith(ending)) ||
    resource?.importFiles;
  if (!resource || !view || !takes) return null;
  const isPart = count !== undefined;
  const text: Label = isPart
    ? ['将这 {count} 条导入【{page}】', 'Import as “{page}” ({count})']
    : ['改为导入【{page}】', 'Import it as “{page}”'];
  return (
    <Button onClick={() => onGo({ resource, page: viewAddresses(view).list, file, isPart })}>
      {label(fill(text, { page: view.label, count: count ?? 0 }))}
    </Button>
  );
};

interface OtherKindsProps {
  readonly kinds: readonly OtherKindCount[];
  readonly file: File | undefined;
  /** Records that were imported as another kind meanwhile. */
  readonly imported: readonly OtherKindInFile[];
  readonly onGo: (there: OtherKindInFile) => void;
}

const recordsOfOtherPageText: Label = [
  '{count} 条应在【{page}】页面登记',
  'For the page “{page}”: {count}',
];

/**
 * Renders links to the imports of the other kinds in a mixed file, with the number of records of
 * each.
 */
export const OtherKindLinks = ({ kinds, file, imported, onGo }: OtherKindsProps) => {
  const label = useLabel();
  const tab = useTab();
  if (kinds.length === 0) return null;
  return (
    <ul className="ky-import-others" aria-label={label(['其他类别', 'Other kinds'])}>
      {kinds.map(({ resource, page, count }) => {
        const there = imported.find((one) => one.resource.key === resource && one.file === file);
        return (
          <li key={resource}>
            <Glyph
              name={there ? 'approved' : 'warning'}
              tone={there ? 'success' : 'warning'}
              size={12}
            />
            {label(fill(recordsOfOtherPageText, { count, page }))}
            {there ? (
              <button type="button" className="ky-link" onClick={() => tab.open(there.page)}>
                {label(['已导入，打开页面', 'Imported; open the page'])}
              </button>
            ) : (
              file && (
                <Suspense>
                  <OtherImportLink kind={resource} file={file} count={count} onGo={onGo} />
                </Suspense>
              )
            )}
          </li>
        );
      })}
    </ul>
  );
};
