import DOMPurify from 'dompurify';
import { useMemo } from 'react';

/** A link opens in a window of its own, as the server wrote it: it must not take this page away. */
const rules = { USE_PROFILES: { html: true }, FORBID_ATTR: ['style'], ADD_ATTR: ['target'] };

/**
 * Formatted text, sanitised at the moment it is shown: what was stored is not trusted. The
 * sanitiser is fetched with this module only.
 */
const Html = ({ text }: { text: string }) => {
  const clean = useMemo(() => DOMPurify.sanitize(text, rules), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className="ky-rich" dangerouslySetInnerHTML={{ __html: clean }} />;
};

export default Html;
