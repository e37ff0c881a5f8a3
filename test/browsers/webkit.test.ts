import { mainTasksIn } from './main-tasks.ts';
import { startWebKit } from './webkit.ts';

mainTasksIn(startWebKit);
