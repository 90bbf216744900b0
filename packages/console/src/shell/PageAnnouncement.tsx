import { useLabel } from '../i18n/language.ts';
import { useTabs } from '../navigation/runtime.ts';

/** Announces the shown page to screen readers. */
export const PageAnnouncement = () => {
  const { list, active } = useTabs();
  const label = useLabel();
  const title = list.find((tab) => tab.key === active)?.title;
  return (
    <div className="ky-sr" aria-live="polite">
      {title !== undefined && label(title)}
    </div>
  );
};
