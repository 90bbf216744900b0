import type { View } from '@keyan/kernel/definition/resource.ts';
import { Activity, type ComponentType, useState } from 'react';
import { useKnownPermissions } from '../navigation/useMenus.ts';
import { mayOpenView } from '../presentation/resources.tsx';
import { PermissionDenied } from './ErrorPages.tsx';

/**
 * The page for users with any permission of one of the views; others see which role has it. Until
 * the permissions are loaded the page is rendered; the server checks every call.
 */
export const guardedPage = (views: readonly View[], Page: ComponentType): ComponentType => {
  const Guarded = () => {
    const permissions = useKnownPermissions();
    const isShut =
      permissions !== undefined && !views.some((view) => mayOpenView(view, permissions));
    // A right that is lost while the page is open hides it: what was typed stays, should the right come back.
    const [wasOpen] = useState(!isShut);
    return (
      <>
        {isShut && <PermissionDenied page={views[0]?.code} />}
        {(wasOpen || !isShut) && (
          <Activity mode={isShut ? 'hidden' : 'visible'}>
            <Page />
          </Activity>
        )}
      </>
    );
  };
  return Guarded;
};
