/** Address of the page 系统迁入; the frame loads it with the routes. */
export const movingPath = '/system/moving';
