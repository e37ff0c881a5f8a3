// What the product is called and where its people are reached. The one place to change when it is run under another name.
export const PRODUCT = 'Courtside';
export const ISSUE_TRACKER = 'https://github.com/courtside-app/courtside/issues';
