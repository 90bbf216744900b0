import { anyScope, handles, member, own, submitted, withCode } from '@keyan/kernel/access/scope.ts';
import { recordsOfDepartments } from '../../shared/references/of-departments.ts';
import { type PagedKind, secretRight } from './pages.ts';

/**
 * Returns the access rules of a record with authors: readers, writers, the reviewing department, and the people
 * concerned.
 * @param code permission code of its first page
 */
export const accessByAuthors = (code: string) =>
  ({
    access: {
      read: anyScope(
        own(),
        submitted(
          anyScope(
            member('authors', 'userId'),
            recordsOfDepartments('fkDeptId', `${code}Audit`),
            handles('any'),
          ),
        ),
      ),
      write: own(),
      copies: 'all',
      verifiable: 'all',
    },
    department: 'fkDeptId',
    concerned: ['authors', 'userId'],
  }) as const;

/** Scope of records without secrecy. */
const open = withCode('secretLevel', '0');

/** Scope of achievements that are registered by name only. */
const bare = withCode('secretLevel', '2', '3');

/**
 * Returns the access rules of achievements, including secret ones.
 * @param type field with the type of the record, which secret records also have
 */
export const achievementAccess = ({ type, ...named }: PagedKind & { readonly type?: string }) =>
  ({
    ...accessByAuthors(named.code),
    // Secret records are shown to nobody for information.
    access: { ...accessByAuthors(named.code).access, copies: open, verifiable: open },
    secrecy: {
      open,
      readers: secretRight(named).code,
      bare: { at: bare, keeps: type === undefined ? [] : [type] },
    },
  }) as const;
