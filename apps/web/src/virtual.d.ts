declare module 'virtual:keyan/*';
