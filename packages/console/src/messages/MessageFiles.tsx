import { DownloadOutlined } from '@ant-design/icons';
import { useClient } from '../client/context.tsx';
import './messages.css';

const downloadPath = '/blade-resource/common/file/download';

/** Returns ids and names of the files that the text of a message links to. */
const filesIn = (html: string): readonly { readonly id: string; readonly name: string }[] => {
  if (!html.includes('<a ')) return [];
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('a')].flatMap((link) => {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.origin);
    const id = searchParams.get('url');
    return pathname.endsWith(downloadPath) && id ? [{ id, name: link.textContent ?? id }] : [];
  });
};

/** Returns the text of a message without its file links. */
export const withoutFileLinks = (html: string): string =>
  html.replace(/(?:<br \/>)?<a href="[^"]*\/file\/download\?[^"]*">[^<]*<\/a>/g, '');

/** Renders buttons that download the files of a message. */
export const MessageFiles = ({ html }: { readonly html: string }) => {
  const client = useClient();
  const files = filesIn(html);
  if (files.length === 0) return null;
  return (
    <span className="ky-message-downloads">
      {files.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="ky-link"
          onClick={() =>
            void client
              .download(downloadPath, { url: id }, name)
              // The client has shown the failure.
              .catch(() => undefined)
          }
        >
          <DownloadOutlined /> {name}
        </button>
      ))}
    </span>
  );
};
