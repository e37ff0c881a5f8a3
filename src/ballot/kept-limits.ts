// How many judges and ranks a kept ballot knows. The screens import these numbers without the contract's schemas.
export const MAX_JUDGES = 9;
/** The judge ranks the top four attorneys and the top four witnesses. */
export const MAX_RANK = 4;
