import { fill } from '@keyan/kernel/label.ts';
import { useClient, useUser } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';

/** Renders a banner while an administrator views the pages of another user. It cannot be closed. */
const ViewingBanner = () => {
  const label = useLabel();
  const client = useClient();
  const { realName, account, viewedBy = '' } = useUser();
  return (
    <div className="ky-banner" data-tone="warning" role="status">
      <Glyph name="warning" />
      <span>
        {label(
          fill(
            [
              '{viewer}正以 {name}（{account}）的身份查看：只能看，不能改',
              '{viewer} is viewing as {name} ({account}): read-only',
            ],
            { viewer: viewedBy, name: realName, account },
          ),
        )}
      </span>
      <button type="button" className="ky-link" onClick={() => void client.signOut()}>
        {label(['结束查看', 'Stop viewing'])}
      </button>
    </div>
  );
};

export default ViewingBanner;
