import MissingPage from './MissingPage.web.tsx';

/** 待我补全: what one's own records lack. */
const OwnMissingPage = () => <MissingPage whose="own" />;

export default OwnMissingPage;
