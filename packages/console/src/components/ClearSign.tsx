import { CloseCircleFilled } from '@ant-design/icons';
import { useLabel } from '../i18n/language.ts';

/** What the button that empties an input shows, and is called: the kit's has an icon alone. */
export const ClearSign = () => {
  const label = useLabel();
  return (
    <>
      <CloseCircleFilled />
      <span className="ky-sr">{label(['清空', 'Clear'])}</span>
    </>
  );
};
