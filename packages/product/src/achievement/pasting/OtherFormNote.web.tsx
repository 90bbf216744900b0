import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import {
  useDefinition,
  useOutline,
  viewAddresses,
} from '@keyan/console/presentation/resources.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { allElsewhereMessage, type RegistrationPage } from '../bibliography/belonging.ts';
import { authorLinesOf } from './PastePreview.web.tsx';
import type { RecordOfOtherForm } from './recognition.ts';

interface ElsewhereNoteProps {
  readonly record: RecordOfOtherForm;
  readonly onClose: () => void;
}

/**
 * Renders a note about a record of another kind, with a link to the form that accepts it and opens filled (ruling 37).
 */
export const OtherFormNote = ({ record, onClose }: ElsewhereNoteProps) => {
  const label = useLabel();
  const tab = useTab();
  const permissions = usePermissions();
  const { message, page } = record.belongs;
  const outline = useOutline(page?.resource);
  const view = Object.values(outline?.views ?? {}).find(({ path }) => path === page?.path);
  const mayAdd = view && permissions.has(`${view.code}_add`);
  const go = () => {
    if (!view) return;
    const { there } = record;
    const authors = there ? authorLinesOf(there) : [];
    const values = { ...there?.fill, ...(authors.length > 0 ? { authors } : {}) };
    onClose();
    tab.open(`${viewAddresses(view).add}?handover=${storeHandover(values)}`);
  };
  return (
    <div className="ky-elsewhere" role="alert">
      <p>
        <Glyph name="warning" tone="warning" /> {label(message)}
      </p>
      {page && mayAdd && (
        <Button type="primary" onClick={go}>
          {label(fill(['带到【{page}】填写', 'Take it to “{page}”'], { page: page.label }))}
        </Button>
      )}
    </div>
  );
};

/** Maximum number of listed titles; further ones are counted. */
const maxListedTitles = 5;

interface AllElsewhereProps {
  readonly page: RegistrationPage;
  readonly titles: readonly string[];
  readonly total: number;
  readonly onGo: (there: { readonly kind: Resource; readonly add: string }) => void;
}

/** Renders a note that all records are of one other kind, with a link to its form. */
export const AllForOtherFormNote = ({ page, titles, total, onGo }: AllElsewhereProps) => {
  const label = useLabel();
  const permissions = usePermissions();
  const kind = useDefinition(page.resource);
  const view = Object.values(kind?.views ?? {}).find(({ path }) => path === page.path);
  const mayAdd = view && permissions.has(`${view.code}_add`);
  const more = total - maxListedTitles;
  return (
    <div className="ky-elsewhere" role="alert">
      <p>
        <Glyph name="warning" tone="warning" /> {label(allElsewhereMessage(page, total))}
      </p>
      <ul className="ky-note">
        {titles.slice(0, maxListedTitles).map((title, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the records of one answer never move
          <li key={place}>{title}</li>
        ))}
        {more > 0 && <li>{label(fill(['另有 {more} 条', 'and {more} more'], { more }))}</li>}
      </ul>
      {page.takesFiles && kind && view && mayAdd && (
        <Button type="primary" onClick={() => onGo({ kind, add: viewAddresses(view).add })}>
          {label(fill(['全部带到【{page}】', 'Take all to “{page}”'], { page: page.label }))}
        </Button>
      )}
    </div>
  );
};
