import MissingPage from './MissingPage.web.tsx';

/** Page 待我补全: incomplete records of the reader. */
const OwnMissingPage = () => <MissingPage whose="own" />;

export default OwnMissingPage;
