import { mainTasksIn } from './main-tasks.ts';
import { startFirefox } from './firefox.ts';

mainTasksIn(startFirefox);
