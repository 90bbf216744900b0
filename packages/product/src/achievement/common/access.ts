import { anyScope, handles, member, own, submitted, withCode } from '@keyan/kernel/access/scope.ts';
import { recordsOfDepartments } from '../../shared/references/of-departments.ts';
import { type PagedKind, secretRight } from './pages.ts';

/**
 * Access to a record that names authors: its readers and writers, the department whose people review it, and the
 * people whom it concerns beside its writer.
 * @param code the permission code of its first page
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

/** The records that are no secret. */
const open = withCode('secretLevel', '0');

/** Achievements that are registered by name alone. */
const bare = withCode('secretLevel', '2', '3');

/**
 * Access to any achievement; and who reads secret ones, and what those hold.
 * @param type the field with the sort of the record, which it holds at any level
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
