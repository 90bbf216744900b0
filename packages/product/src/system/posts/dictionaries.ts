import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Category of a post. The key is the name by which clients of the family ask for it. */
export const postCategory = dictionary(
  'post_category',
  ['岗位类型', 'Post category'],
  [
    ['1', '高层', 'Senior'],
    ['2', '中层', 'Middle'],
    ['3', '基层', 'Junior'],
    ['4', '其他', 'Other'],
  ],
);

/**
 * Posts as accounts name them, by id, so that code and name may change. The entries are the rows of a
 * tenant's own table (`post`); none come with the product.
 */
export const postNames = dictionary<string>('post', ['岗位', 'Post'], []);
