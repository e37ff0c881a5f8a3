// Why a photo of a sheet is refused.

export const NO_CODE =
  'The code at the top right of this sheet can’t be read. Photograph it closer, and keep it in the light.';
export const UNKNOWN_SHEET =
  'This sheet is not one of this school’s. Choose the school whose sheet it is, or print the sheet again.';
