import { DictPage } from './dict.web.tsx';

/** 字典管理(纵向): the entries below the dictionaries. */
const VerticalDictionaries = () => <DictPage layout="vertical" />;

export default VerticalDictionaries;
