// What the server told this page about itself.
const body = document.body.dataset;

export const page = {
  name: body.page,
  table: body.table,
  tableName: body.tableName,
  access: body.access,
  person: body.person,
  token: body.token,
  assets: body.assets,
  api: body.api || `/api/v1/tables/${body.table}`,
  view: new URLSearchParams(location.search).get('view'),
};

export const isReferee = page.access === 'referee' || page.access === 'admin';
export const isHall = page.access === 'hall';
export const asset = (path) => page.assets + path;
