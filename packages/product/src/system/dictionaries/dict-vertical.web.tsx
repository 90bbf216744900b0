import { DictPage } from './dict.web.tsx';

/** Renders 字典管理 with the entries below the dictionaries. */
const VerticalDictionaries = () => <DictPage opensAs="vertical" />;

export default VerticalDictionaries;
