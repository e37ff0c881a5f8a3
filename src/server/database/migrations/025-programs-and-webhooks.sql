-- Programs that call with an access token have nothing to do with webhooks, whose secrets let other programs in.
create policy not_by_programs on webhooks as restrictive to courtside_app using (not (select app_is_program()));
create policy not_by_programs on webhook_deliveries as restrictive to courtside_app using (not (select app_is_program()));
